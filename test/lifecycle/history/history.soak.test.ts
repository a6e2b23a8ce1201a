import { figure } from "../../figures/figure";
import { newTally, runHistories, services, tallyText } from "./history";

const tally = newTally();

afterAll(() => {
  figure("random histories", tallyText(tally));
});

it.each(services)(
  "an update that succeeds keeps its promise in any of 750 histories, as $name reads",
  ({ readings }) => runHistories(readings, 750, tally),
  3_600_000,
);
