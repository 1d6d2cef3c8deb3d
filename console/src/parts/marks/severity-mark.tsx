import type { Severity } from '@lastro/reading/severity.ts'
import type { ReactNode } from 'react'
import { SeverityIcon } from './severity-icon.tsx'

/** A word or two with what they mean for a decision: a shape and a colour beside them. */
export const SeverityMark = ({
  severity,
  children,
}: {
  readonly severity: Severity
  readonly children: ReactNode
}) => (
  <span className={`severity-mark ${severity}`}>
    <SeverityIcon severity={severity} />
    {children}
  </span>
)
