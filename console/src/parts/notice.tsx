import type { ReactNode } from 'react'

export type Tone = 'info' | 'good' | 'warn' | 'bad'

/** A sentence that must not be missed. What went wrong is said aloud at once. */
export const Notice = ({
  tone = 'info',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) => (
  <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
)
