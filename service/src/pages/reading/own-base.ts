import type { Call } from '../../http/route.ts'

/** The address that commands have where they are written down. */
export const exampleBase = 'http://127.0.0.1:8080'

/** Only what can stand in a command without being read as something else. */
const hostForm = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Where this installation is reached: what the operator says, or the host that was asked. */
export function ownBase(
  { headers: { host = '' } }: Pick<Call, 'headers'>,
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  return hostForm.test(host) ? `http://${host}` : exampleBase
}
