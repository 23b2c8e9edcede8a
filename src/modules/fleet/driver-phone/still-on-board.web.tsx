import { Trans } from "@lingui/react/macro";
import { Note } from "#web/ui/note.tsx";
import type { OwnTrip } from "./driver-actions/driver-actions.contract.ts";
import { useLinesInWords } from "./lines-here.web.tsx";
import { nameOf } from "./phone-words.web.tsx";
import { isNotOnBoard, isOpenDelivery, stillOnBoard } from "./with-reports.ts";
import styles from "./driver-phone.module.css";

/** What whoever ends a trip should know of: deliveries that nobody has told of, and what was not handed over. They may end it all the same. */
export function StillOnBoard({ trip }: { trip: OwnTrip }) {
  const inWords = useLinesInWords();
  const untold = trip.deliveries.filter((one) => isOpenDelivery(one) && !isNotOnBoard(one));
  const left = stillOnBoard(trip);
  if (untold.length + left.length === 0) return null;
  const names = untold.map(nameOf).join(", ");
  return (
    <Note icon="warn">
      {untold.length > 0 && (
        <p>
          <Trans>Nothing is reported yet of {names}.</Trans>
        </p>
      )}
      {left.length > 0 && (
        <>
          <b>
            <Trans>Not handed over, and so on board still</Trans>
          </b>
          <ul className={styles["rows"]}>
            {left.map(({ delivery, lines }) => (
              <li key={delivery.id}>
                {nameOf(delivery)}: {inWords(lines)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  );
}
