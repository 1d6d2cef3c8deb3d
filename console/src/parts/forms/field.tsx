import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { useSay } from '../../shell/language.tsx'
import { shellWords } from '../../words/shell/shell.ts'

type FieldProps = {
  readonly label: string
  readonly help?: ReactNode | undefined
  /** What is wrong with it, said at the field. */
  readonly wrong?: string | undefined
  readonly isWide?: boolean | undefined
  /** Marked as such where the form has fields that may stay empty. */
  readonly required?: boolean | undefined
}

type Described = { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true }

/** A label, a control, its help, and what is wrong with it; all tied together for whoever cannot see them. */
function Field({
  label,
  help,
  wrong,
  isWide,
  required,
  control,
}: FieldProps & { readonly control: (tied: Described) => ReactNode }) {
  const say = useSay(shellWords)
  const id = useId()
  const described = [help !== undefined && `${id}-help`, wrong !== undefined && `${id}-wrong`].filter(Boolean)
  return (
    <div className={isWide ? 'field wide' : 'field'}>
      {/* Drawn by the style sheet: whoever hears the field is told by the control itself. */}
      <label htmlFor={id} data-required={required ? say('required') : undefined}>
        {label}
      </label>
      {control({
        id,
        ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
        ...(wrong !== undefined && { 'aria-invalid': true }),
      })}
      {wrong !== undefined && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    /** Why its form cannot be sent as it is: the browser says it at the field, and goes there. */
    readonly unfit?: string | undefined
  }

export function TextField({ label, help, wrong, isWide, unfit, ...input }: TextFieldProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.setCustomValidity(unfit ?? ''), [unfit])
  return (
    <Field
      {...{ label, help, wrong, isWide, required: input.required }}
      control={(tied) => <input ref={ref} {...input} {...tied} />}
    />
  )
}

export const AreaField = ({
  label,
  help,
  wrong,
  isWide,
  ...area
}: FieldProps & ComponentProps<'textarea'>) => (
  <Field
    {...{ label, help, wrong, isWide, required: area.required }}
    control={(tied) => <textarea {...area} {...tied} />}
  />
)

export const SelectField = ({
  label,
  help,
  wrong,
  isWide,
  ...select
}: FieldProps & ComponentProps<'select'>) => (
  <Field
    {...{ label, help, wrong, isWide, required: select.required }}
    control={(tied) => <select {...select} {...tied} />}
  />
)
