import type { LucideIcon } from 'lucide-react'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

/** How a sentence is meant. */
export type Tone = 'info' | 'good' | 'warn' | 'bad'

const icons: Readonly<Record<Tone, LucideIcon>> = {
  info: Info,
  good: CircleCheck,
  warn: TriangleAlert,
  bad: OctagonAlert,
}

/** A shape beside each colour. */
export function ToneIcon({ tone }: { readonly tone: Tone }) {
  const Icon = icons[tone]
  return <Icon className="icon" aria-hidden="true" />
}
