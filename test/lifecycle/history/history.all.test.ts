import { figure } from "../../figures/figure";
import { newTally, runHistories, services, tallyText } from "./history";

const tally = newTally();

afterAll(() => {
  figure("random histories", tallyText(tally));
});

it.each(services)(
  "an update that succeeds keeps its promise in any history, as $name reads",
  ({ readings }) => runHistories(readings, 12, tally),
  120_000,
);
