/** The sign of Waybill: a line from A to B. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden style={{ flex: "none" }}>
      <rect width="20" height="20" rx="4.6" fill="light-dark(#006078, #007894)" />
      <circle cx="5.4" cy="6.2" r="1.9" fill="none" stroke="#fff" strokeWidth="1.5" />
      <path d="M5.4 8.1v2.7a3 3 0 0 0 3 3h3.1" fill="none" stroke="#fff" strokeWidth="1.5" />
      <rect x="11.5" y="11.3" width="5" height="5" rx="1" fill="#fff" />
    </svg>
  );
}
