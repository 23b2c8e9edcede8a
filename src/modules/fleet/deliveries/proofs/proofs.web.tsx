import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { urlOf } from "#web/api/api.ts";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { files } from "../../../settings/files/files.contract.ts";
import type { FleetDelivery, Proof } from "../deliveries.contract.ts";
import { AddProof } from "./add-proof.web.tsx";
import styles from "./proofs.module.css";

const names = {
  signature: msg`Signature`,
  photo: msg`Photo`,
  code: msg`One-time code`,
  barcode: msg`Barcode`,
  note: msg`Note`,
};

/** What shows that goods were handed over, each with its own time; those that are still asked for are dashed. */
export function Proofs({ delivery }: { delivery: FleetDelivery }) {
  const words = useWords();
  const { proofs, proofsMissing, attemptNo } = delivery;
  const missing = delivery.status === "unassigned" ? [] : proofsMissing;
  return (
    <Section title={<Trans>Proofs</Trans>}>
      {proofs.length + missing.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>None yet</Trans>
        </Text>
      )}
      <Stack gap={8}>
        <ul className={styles.proofs}>
          {proofs.map((proof) => (
            <li key={proof.id} className={styles.proof}>
              <Shown proof={proof} />
              <Facts proof={proof} isFormer={proof.attemptNo !== attemptNo} />
            </li>
          ))}
          {missing.map((type) => (
            <li key={type} className={styles.missing}>
              <span>{words(names[type])}</span>
              <Text tone="dim" size="small">
                <Trans>to come</Trans>
              </Text>
            </li>
          ))}
        </ul>
        <AddProof delivery={delivery} />
      </Stack>
    </Section>
  );
}

function Shown({ proof: { type, fileId, note } }: { proof: Proof }) {
  const words = useWords();
  if (fileId === null) return <span className={styles.word}>{note ?? words(names[type])}</span>;
  const address = urlOf(files.download, { id: fileId, query: { inline: "true" } });
  const drawn = type === "signature" ? ` ${styles.drawn}` : "";
  return (
    <a className={`${styles.picture}${drawn}`} href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={words(names[type])} loading="lazy" />
    </a>
  );
}

function Facts({ proof, isFormer }: { proof: Proof; isFormer: boolean }) {
  const { t } = useLingui();
  const words = useWords();
  const fmt = useFormat();
  const isLater = Date.parse(proof.receivedAt) - Date.parse(proof.capturedAt) > 15 * 60_000;
  return (
    <>
      <Text size="small" weight={550}>
        {proof.signerName ?? words(names[proof.type])}
      </Text>
      <Text size="small" tone="dim" title={isLater ? t`Received ${fmt.instant(proof.receivedAt)}` : undefined}>
        {[fmt.instant(proof.capturedAt), proof.capturedByName].filter(Boolean).join(", ")}
      </Text>
      {proof.isOfDelivery === false && (
        <Text size="small" tone="urgent">
          <Trans>No number of this delivery</Trans>
        </Text>
      )}
      {isFormer && (
        <Text size="small" tone="dim">
          <Trans>Attempt {proof.attemptNo}</Trans>
        </Text>
      )}
    </>
  );
}
