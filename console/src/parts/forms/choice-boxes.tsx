import { type ReactNode, useId } from 'react'

export type Choice = { readonly code: string; readonly name: string; readonly help?: ReactNode }

type ChoiceBoxesProps = {
  readonly legend: string
  readonly help?: string | undefined
  readonly wrong?: string | undefined
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChoose: (codes: readonly string[]) => void
  readonly isDisabled?: boolean
  /** Before the choices: what stands for all of them. */
  readonly children?: ReactNode
}

/** As many of these as one likes. */
export function ChoiceBoxes(props: ChoiceBoxesProps) {
  const { legend, help, wrong, choices, chosen, onChoose, isDisabled = false, children } = props
  const id = useId()
  const described = [help !== undefined && `${id}-help`, wrong !== undefined && `${id}-wrong`].filter(Boolean)
  const toggle = (code: string) =>
    onChoose(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
  return (
    <fieldset aria-describedby={described.join(' ') || undefined}>
      <legend>{legend}</legend>
      {help !== undefined && (
        <p className="muted small" id={`${id}-help`}>
          {help}
        </p>
      )}
      {wrong !== undefined && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {children}
      <div className="choices">
        {choices.map(({ code, name, help: text }, at) => (
          <label key={code} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              disabled={isDisabled}
              // Where the focus goes when the choice is refused.
              aria-invalid={wrong !== undefined && at === 0 ? true : undefined}
              onChange={() => toggle(code)}
            />
            <span>
              {name}
              {text !== undefined && <small>{text}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
