/** The address that calls a number as people write it: "+31 6 5550 1234" → "tel:+31655501234". */
export const phoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, "")}`;
