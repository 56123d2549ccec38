export const teas = [
  {id: 'sencha', name: 'Sencha', kind: 'Green', grams: 100, price: 895, left: 14, stars: 4.5, colour: '#7ea04d', origin: 'Shizuoka, Japan', water: '70 °C, 1 minute', about: 'Steamed, grassy and sweet; the everyday green tea of Japan.'},
  {id: 'longjing', name: 'Dragon Well', kind: 'Green', grams: 50, price: 1450, left: 6, stars: 5, colour: '#9bb068', origin: 'Hangzhou, China', water: '80 °C, 2 minutes', about: 'Pan-fired flat leaves with a taste of chestnut.'},
  {id: 'genmaicha', name: 'Genmaicha', kind: 'Green', grams: 100, price: 720, left: 22, stars: 4, colour: '#b3a55a', origin: 'Kyoto, Japan', water: '80 °C, 1 minute', about: 'Green tea with toasted rice, mild and nutty.'},
  {id: 'assam', name: 'Assam Second Flush', kind: 'Black', grams: 125, price: 780, left: 31, stars: 4.5, colour: '#8a4b2a', origin: 'Assam, India', water: '95 °C, 4 minutes', about: 'Malty and dark; made for milk.'},
  {id: 'darjeeling', name: 'Darjeeling First Flush', kind: 'Black', grams: 100, price: 1290, left: 9, stars: 4.5, colour: '#b98145', origin: 'Darjeeling, India', water: '90 °C, 3 minutes', about: 'Light and floral, the first leaves of spring.'},
  {id: 'lapsang', name: 'Lapsang Souchong', kind: 'Black', grams: 100, price: 990, left: 0, stars: 3.5, colour: '#5a4036', origin: 'Fujian, China', water: '95 °C, 3 minutes', about: 'Dried over pine fires; loved or left.'},
  {id: 'tieguanyin', name: 'Iron Goddess', kind: 'Oolong', grams: 75, price: 1180, left: 12, stars: 4.5, colour: '#6f8f5f', origin: 'Anxi, China', water: '90 °C, 2 minutes', about: 'Rolled leaves that open over many infusions, with a scent of orchid.'},
  {id: 'milk', name: 'Milk Oolong', kind: 'Oolong', grams: 75, price: 1090, left: 4, stars: 4, colour: '#a9b482', origin: 'Nantou, Taiwan', water: '85 °C, 2 minutes', about: 'Creamy by nature: no milk was added.'},
  {id: 'rooibos', name: 'Rooibos', kind: 'Herbal', grams: 150, price: 560, left: 40, stars: 4, colour: '#b4532a', origin: 'Cederberg, South Africa', water: '100 °C, 6 minutes', about: 'Red, round and free of caffeine.'},
  {id: 'mint', name: 'Moroccan Mint', kind: 'Herbal', grams: 80, price: 540, left: 18, stars: 4.5, colour: '#4f9a72', origin: 'Meknes, Morocco', water: '95 °C, 4 minutes', about: 'Whole spearmint leaves, sharp and cool.'},
]

export const orders = [
  {number: 'KL-2041', date: '3 Nov 2026', items: '2', total: 1675, status: 'On its way'},
  {number: 'KL-1987', date: '12 Oct 2026', items: '1', total: 895, status: 'Delivered'},
  {number: 'KL-1904', date: '28 Aug 2026', items: '4', total: 4210, status: 'Delivered'},
  {number: 'KL-1850', date: '2 Jul 2026', items: '3', total: 2530, status: 'Returned'},
]
