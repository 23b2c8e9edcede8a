import { useLingui } from "@lingui/react/macro";
import { WelcomePicture } from "./welcome-picture.web.tsx";
import styles from "./welcome-stage.module.css";

/** The dock board and a phone at the door, and under them the way of the goods. */
export function WelcomeStage() {
  const { t } = useLingui();
  const stations = [
    {
      title: t`Order`,
      text: t`Lines pasted from a spreadsheet, approval above a threshold, revisions that keep their history.`,
    },
    { title: t`Vendor's answer`, text: t`By a mailed link, on a phone, line by line. No account, no portal.` },
    {
      title: t`Dock and time`,
      text: t`One door, one truck: no booking can overlap another, and a refusal says what is free.`,
    },
    {
      title: t`Receipt by scan`,
      text: t`Counted at the door, short and damaged goods decided on the spot. The order follows by itself.`,
    },
  ];
  return (
    <>
      <section className={styles.stage} aria-label={t`Pictures of the screens`}>
        <div className={styles.board}>
          <WelcomePicture
            name="warehouse.delivery-schedules.calenders"
            on="screen"
            alt={t`The dock board: doors as columns, trucks as cards with their times, late ones in amber`}
          />
        </div>
        <div className={styles.phone}>
          <WelcomePicture
            name="warehouse.receiving--receiving-delivery"
            on="phone"
            alt={t`Receiving on a phone: the lines of a delivery, to be scanned and counted`}
          />
        </div>
      </section>
      <ol className={styles.stations}>
        {stations.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
