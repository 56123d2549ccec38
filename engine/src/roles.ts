// What ARIA says of each role: which tokens are roles, which take their name from content, which may not be named.
// https://w3c.github.io/aria/#role_definitions  https://w3c.github.io/graphics-aria/  https://w3c.github.io/dpub-aria/

/** A table without the words every object knows: a <constructor> element has no role. */
export const table = <V>(entries: Record<string, V>): Record<string, V | undefined> => Object.assign(Object.create(null), entries);

const words = (s: string): Set<string> => new Set(s.split(/\s+/));

/** Every role an author may use. Abstract roles are not among them. */
export const ROLES = words(`alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem
menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row
rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript
suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem
graphics-document graphics-object graphics-symbol`);
for (const w of words(`abstract acknowledgments afterword appendix backlink biblioentry bibliography biblioref chapter colophon conclusion
cover credit credits dedication endnote endnotes epigraph epilogue errata example footnote foreword glossary glossref index
introduction noteref notice pagebreak pagefooter pageheader pagelist part preface prologue pullquote qna subtitle tip toc`)) ROLES.add('doc-' + w);

/** Two spellings of one role: the computed role is the value. https://w3c.github.io/core-aam/#roleMappingComputedRole */
export const SYNONYMS = table({ img: 'image', presentation: 'none', directory: 'list' });

/** Roles named by what they contain. */
export const NAME_FROM_CONTENT = words(`button cell checkbox columnheader gridcell heading link math menuitem menuitemcheckbox
menuitemradio option radio row rowheader switch tab term tooltip treeitem graphics-object
doc-backlink doc-biblioref doc-glossref doc-noteref doc-subtitle`);

/** Roles a title does not name. Browsers still take an author's aria-label for them. */
export const NAME_PROHIBITED = words(`caption code definition deletion emphasis generic insertion mark none paragraph strong
subscript suggestion superscript term time`);

/** aria- attributes that count on every element, and so undo role=none. https://w3c.github.io/aria/#global_states */
export const GLOBAL_ATTRIBUTES = [...words(`aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current
aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-hidden aria-keyshortcuts aria-label
aria-labelledby aria-live aria-owns aria-relevant aria-roledescription`)];
