import type { Severity } from '@lastro/reading/severity.ts'
import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Contrast from 'lucide-react/icons/contrast'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import SquareX from 'lucide-react/icons/square-x'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

/** A shape for each meaning, so that no colour says anything alone. */
const icons: Readonly<Record<Severity, LucideIcon>> = {
  clear: CircleCheck,
  partial: Contrast,
  attention: TriangleAlert,
  negative: OctagonAlert,
  unknown: CircleDashed,
  closed: SquareX,
}

export function SeverityIcon({ severity }: { readonly severity: Severity }) {
  const Icon = icons[severity]
  return <Icon className="icon" aria-hidden="true" />
}
