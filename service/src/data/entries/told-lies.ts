/** How often each lie was told, by the name of the zip and the reason under which an import counts it. */
export type ToldLies = Record<string, Record<string, number>>

export function countLie(lies: ToldLies, zip: string, reason: string): void {
  const ofZip = lies[zip] ?? {}
  lies[zip] = ofZip
  ofZip[reason] = (ofZip[reason] ?? 0) + 1
}
