/** The version that a caller has seen, as an `ETag` names it: "4". What is none is 0, which nothing ever had. */
export const versionIn = (ifMatch: string): number => Number(/^"(\d{1,9})"$/.exec(ifMatch)?.[1] ?? 0)
