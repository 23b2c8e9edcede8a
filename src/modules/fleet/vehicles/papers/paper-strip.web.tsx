import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { inGroup } from "#shared/flow/groups.ts";
import { useMay } from "#web/api/session.tsx";
import { recordHref } from "#web/list/data/address.ts";
import { useList } from "#web/list/data/use-list.ts";
import { Row, Stack } from "#web/ui/layout/layout.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import { Glyph, type IconName } from "#web/ui/status/glyph.tsx";
import { tone, type Tone } from "#web/ui/theme/tones.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { documents, type DocumentRow } from "../../documents/documents.contract.ts";
import { documentFlow } from "../../documents/documents.flow.ts";
import { AddDocument } from "./add-document.web.tsx";
import { linesOf, quartersAround, share } from "./paper-lines.web.ts";
import styles from "./paper-strip.module.css";

const looks: Readonly<Record<DocumentRow["validity"], { readonly icon: IconName; readonly tone: Tone }>> = {
  not_yet_valid: { icon: "draft", tone: "n" },
  valid: { icon: "open", tone: "n" },
  expiring: { icon: "warn", tone: "a" },
  expired: { icon: "bad", tone: "x" },
  superseded: { icon: "ended", tone: "n" },
};
const detailsPath = "/fleet/documents/details";

/** The papers of a vehicle with their days, drawn around today: what ends next is first, what stops it at its end has a barrier. */
export function PaperStrip({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  const fmt = useFormat();
  const may = useMay();
  const isAllowed = may(documents.list.can);
  const { records, isFirstLoad } = useList(documents, { vehicleId, limit: 200 }, isAllowed);
  if (!isAllowed) return null;
  const today = fmt.today();
  const lines = linesOf(records);
  return (
    <Stack as="section" gap={6} aria-label={t`Papers`}>
      <Row align="baseline">
        <h2>
          <Trans>Papers</Trans>
        </h2>
        {!isFirstLoad && <Text tone="dim">{fmt.quantity(lines.length)}</Text>}
        <Row atEnd>
          <AddDocument vehicleId={vehicleId} />
          {records.length > 0 && (
            <a href={`/fleet/documents?vehicleId=${vehicleId}`}>
              <Trans>All documents</Trans>
            </a>
          )}
        </Row>
      </Row>
      {!isFirstLoad && lines.length === 0 && (
        <Text as="p" tone="dim">
          <Trans>None is on file.</Trans>
        </Text>
      )}
      {lines.length > 0 && (
        <div>
          <div className={styles.head} aria-hidden>
            <span />
            <span className={styles.track}>
              {quartersAround(today, fmt.locale).map(({ day, label }) => (
                <span key={day} className={styles.month} style={{ "--at": share(day, today) }}>
                  {label}
                </span>
              ))}
            </span>
          </div>
          <ul className={styles.papers}>
            {lines.map(({ paper, renewal }) => (
              <Line key={paper.id} paper={paper} renewal={renewal} today={today} />
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

const isPending = ({ status }: DocumentRow) => !inGroup(documentFlow, "done", status);

function Line({ paper, renewal, today }: { paper: DocumentRow; renewal: DocumentRow | undefined; today: string }) {
  const fmt = useFormat();
  const { validity, expiresOn } = paper;
  const { icon, tone: own } = isPending(paper) ? ({ icon: "wait", tone: "v" } as const) : looks[validity];
  return (
    <li className={styles.paper}>
      <span className={styles.name}>
        <Glyph icon={icon} tone={own} />
        <span className={styles.words}>
          <a href={recordHref(detailsPath, paper.id)}>{paper.typeName}</a>{" "}
          <Text tone="dim" size="small">
            {isPending(paper) ? <Trans>waits for a second person</Trans> : paper.number}
          </Text>
          {renewal && (
            <Fragment>
              {" "}
              <Text size="small">
                <a href={recordHref(detailsPath, renewal.id)}>
                  <RenewalWords renewal={renewal} />
                </a>
              </Text>
            </Fragment>
          )}
        </span>
      </span>
      <span className={`${styles.track} ${tone(own)}`} aria-hidden>
        <i
          className={styles.bar}
          data-validity={validity}
          data-pending={isPending(paper) || undefined}
          data-endless={expiresOn === null || undefined}
          style={daysOf(paper, today)}
        />
        {renewal && <i className={`${styles.renewal} ${tone("v")}`} style={daysOf(renewal, today)} />}
        <i className={styles.today} style={{ "--at": share(today, today) }} />
        {paper.blocksDispatch && expiresOn !== null && (
          <i className={styles.barrier} data-validity={validity} style={daysOf(paper, today)} />
        )}
      </span>
      <span className={styles.ends}>
        {expiresOn === null ? (
          <Trans>no end</Trans>
        ) : (
          <>
            <Text tone="dim" size="small">
              {fmt.daysFromNow(expiresOn)}
            </Text>{" "}
            <b>{fmt.date(expiresOn)}</b>
          </>
        )}
      </span>
    </li>
  );
}

/** Where a paper begins and ends on the strip. */
const daysOf = ({ validFrom, issuedOn, expiresOn }: DocumentRow, today: string) => ({
  "--from": share(validFrom ?? issuedOn, today, "first"),
  "--to": share(expiresOn, today, "last"),
});

function RenewalWords({ renewal }: { renewal: DocumentRow }) {
  const fmt = useFormat();
  const until = renewal.expiresOn === null ? "" : fmt.date(renewal.expiresOn);
  return isPending(renewal) ? (
    <Trans>Renewal until {until}, waits for a second person</Trans>
  ) : (
    <Trans>Renewal until {until}</Trans>
  );
}
