// hands is the engine's second script, sent to a document when it is first acted on or asked in detail: functions by name, as in main.ts.

import { aim, through } from './aim';
import { elements, query, selected } from './query';
import { extent, scrollBy } from './extent';
import { hintsFor } from './selector';
import { inspect, outwards } from './evidence';
import { assign, choose, field, fileField, filled, read } from './fill';
import { insert, over, press, selectAll, strokes } from './synthetic';
import { journal } from './journal';
import { kit } from './lent';
import { scroll } from './scroll';

const table = {
  select: selected, query, elements, inspect, extent, scrollBy, hints: hintsFor, here: () => 'true',
  aim, through, field, read, filled, assign, choose, scroll, press, over, strokes, insert, selectAll,
  settle: (arg: { quiet: number; none: number; cap: number }) => journal.settle(arg),
  begin: () => {
    journal.begin();
    return '{}';
  },
};

kit.hands ??= table;
kit.fileField = fileField;
kit.outwards = outwards;
