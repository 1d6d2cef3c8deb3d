import type { ReactNode } from 'react'

export type ShownFact = { readonly label: string; readonly value: ReactNode }

/** Labels and their values. What has no value is left out. */
export const Facts = ({ facts }: { readonly facts: readonly ShownFact[] }) => (
  <dl className="facts">
    {facts
      .filter(({ value }) => value !== undefined && value !== '')
      .map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
