/** Begins the answers that hold a sealed report. Every other answer is JSON, or a sealed text by itself. */
export const keyedReportMark = 'report:'

/** What such an answer is bound to: it opens in no other's place. */
export const keyedReportOwner = (of: {
  readonly environment: string
  readonly clientId: string
  readonly key: string
}): string => `answer ${of.environment} ${of.clientId} ${of.key}`
