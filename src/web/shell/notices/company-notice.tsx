import { Trans, useLingui } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import IconSpeakerphone from "@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useState } from "react";
import { useUser } from "../../api/session.tsx";
import styles from "./company-notice.module.css";

const entry = "waybill-notice-read";

/** What the company's administrators want everybody to read; put away, it stays away in this tab until it says something else. */
export function CompanyNotice() {
  const { t } = useLingui();
  const { notice, name } = useUser().company;
  const [read, setRead] = useState(() => sessionStorage.getItem(entry));
  if (notice === null || notice === read) return null;
  const putAway = () => {
    sessionStorage.setItem(entry, notice);
    setRead(notice);
  };
  return (
    <aside className={styles.notice} aria-label={t`Notice of the company`}>
      <IconSpeakerphone size={16} stroke={1.7} aria-hidden />
      <p className={styles.text}>
        <b>
          <Trans>From {name}</Trans>
        </b>{" "}
        {notice}
      </p>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={t`Put the notice away`} onClick={putAway}>
        <IconX size={14} />
      </ActionIcon>
    </aside>
  );
}
