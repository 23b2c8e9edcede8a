export function build(): void;
export declare const root: string;
