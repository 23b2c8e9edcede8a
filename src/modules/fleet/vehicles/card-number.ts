/**
 * Whether a text is, or holds, the whole number of a payment card (ISO/IEC 7812): 12 to 19 digits, with gaps or without, of
 * which the last is the check digit of the others.
 */
export function holdsCardNumber(text: string): boolean {
  return (text.match(/\d(?:[ .-]?\d){11,18}/g) ?? []).some((found) => {
    const digits = [...found.replace(/\D/g, "")].map(Number).toReversed();
    const sum = digits.reduce(
      (total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
      0,
    );
    return sum % 10 === 0;
  });
}
