import type { ReactNode } from "react";
import { Mark } from "#web/ui/theme/mark.tsx";
import styles from "./paper.module.css";

const goods = [
  ["Santos NY2, green", "120 bags", "7,200 kg"],
  ["Huila Supremo, green", "120 bags", "8,400 kg"],
  ["Robusta Parchment 18", "118 bags", "7,080 kg"],
  ["Yirgacheffe G1, green", "60 bags", "3,600 kg"],
];

/** A waybill as it lies in a cab: a picture made of text, without meaning for a screen reader and the same in each language. */
export function Paper() {
  return (
    <div className={styles.stack} aria-hidden>
      <i className={`${styles.copy} ${styles.pink}`} />
      <i className={`${styles.copy} ${styles.canary}`} />
      <div className={styles.paper}>
        <div className={styles.head}>
          <span>
            <Mark size={26} />
            <b>{"Waybill"}</b>
          </span>
          <span className={styles.number}>{"DS-4471"}</span>
        </div>
        <div className={styles.form}>
          <Box number={1} label="Sender" value="Bremer Kaffee Kontor" line="Hemelinger Hafen 11, 28309 Bremen" />
          <Box number={2} label="Consignee" value="Norderhaven Logistics" line="Tilburg DC, Ledeboerstraat 40" />
          <Box number={3} label="Taken over" value="20 Nov 2026, 06:24" line="24 pallets, seal BR 448 120" />
          <Box number={4} label="Carrier, vehicle, driver" value="NL-412, TRL-088" line="Tom Bakker" />
          <Box number={5} label="Goods" className={styles.goods}>
            <Goods />
          </Box>
          <Box number={6} label="Order" value="PO-2026-01842" line="Line 1 to 4, revision 2" />
          <Box number={7} label="Remarks of the consignee">
            <em>{"6 bags torn, lot HUI-26-0917"}</em>
          </Box>
        </div>
        <div className={styles.tear}>
          <div>
            <Barcode />
            <span className={styles.sscc}>{"(00) 008712340000447193"}</span>
          </div>
          <div className={styles.door}>
            <span>{"Dock"}</span>
            {"2"}
          </div>
        </div>
        <div className={styles.stamp}>
          {"RECEIVED"}
          <b>{"20 NOV 2026 12:34"}</b>
          {"TILBURG DC"}
        </div>
      </div>
    </div>
  );
}

interface BoxProps {
  number: number;
  label: string;
  value?: string;
  line?: string;
  className?: string | undefined;
  children?: ReactNode;
}

function Box({ number, label, value, line, className, children }: BoxProps) {
  return (
    <div className={className}>
      <span className={styles.label}>
        <b>{number}</b>
        {label}
      </span>
      {value && <b className={styles.value}>{value}</b>}
      {line && <span className={styles.line}>{line}</span>}
      {children}
    </div>
  );
}

function Goods() {
  return goods.map(([name, pieces, weight]) => (
    <span key={name} className={styles.row}>
      <span>{name}</span>
      <span>{pieces}</span>
      <span>{weight}</span>
    </span>
  ));
}

/** Where bars begin and how wide they are: the same at each drawing, and no code that a scanner would read. */
function barsOf(whole: number): { x: number; width: number }[] {
  let seed = 19;
  const next = () => ((seed = (seed * 16807) % 2147483647) % 3) * 1.25 + 1.25;
  const bars = [];
  for (let x = 0; x < whole;) {
    const width = next();
    bars.push({ x, width });
    x += width + next();
  }
  return bars;
}

const bars = barsOf(232);

function Barcode() {
  return (
    <svg width="232" height="46" fill="#192025">
      {bars.map(({ x, width }) => (
        <rect key={x} x={x} width={width} height="46" />
      ))}
    </svg>
  );
}
