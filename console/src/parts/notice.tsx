import type { ReactNode } from 'react'
import { type Tone, ToneIcon } from './marks/tone-icon.tsx'

/** A sentence that must not be missed. What went wrong is said aloud at once. */
export const Notice = ({
  tone = 'info',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) => (
  <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    <ToneIcon tone={tone} />
    <div>{children}</div>
  </div>
)
