import type { ReactNode } from 'react'

type OptionProps = {
  readonly id: string
  readonly isMarked: boolean
  readonly onTake: () => void
  readonly children: ReactNode
}

/** One of a list below a field. The field keeps the focus and has the keys (`useOptionKeys`); here one only points. */
export const Option = ({ id, isMarked, onTake, children }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
  <div id={id} role="option" tabIndex={-1} aria-selected={isMarked} onClick={onTake}>
    {children}
  </div>
)
