// hands is the engine's second script, sent to a document when it is first acted on: functions by name, as in main.ts.

import { aim, through } from './aim';
import { journal } from './journal';
import { kit } from './lent';

kit.hands ??= {
  aim,
  through,
  settle: (arg: { quiet: number; none: number; cap: number }) => journal.settle(arg),
  report: () => JSON.stringify(journal.report()),
};
