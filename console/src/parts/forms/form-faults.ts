/** A field of a form that cannot be sent as it is. */
export type FormFault = {
  readonly name: string
  readonly label: string
  readonly kind: 'missing' | 'email' | 'other'
  /** What the field itself, or the browser, says of it. */
  readonly said: string
}

/** What of a field tells whether it can be sent. */
export type Checked = {
  readonly name: string
  readonly type: string
  readonly validationMessage: string
  readonly validity: Pick<ValidityState, 'valid' | 'valueMissing' | 'typeMismatch'>
  readonly labels: Iterable<{ readonly textContent: string | null }> | null
}

/** Everything that is missing or wrong in a form, in its order; the browser tells one at a time. */
export const formFaults = (fields: Iterable<Checked>): readonly FormFault[] =>
  [...fields].filter(({ validity }) => !validity.valid).map(faultOf)

function faultOf({ name, type, labels, validity, validationMessage }: Checked): FormFault {
  const [label] = labels ?? []
  const kind = validity.valueMissing
    ? 'missing'
    : validity.typeMismatch && type === 'email'
      ? 'email'
      : 'other'
  return { name, label: label?.textContent?.trim() ?? name, kind, said: validationMessage }
}
