import { useLanguage, useSay } from '../../shell/language.tsx'
import { fieldName } from '../../voice/field-names.ts'
import { lineWords } from '../../words/creditor/lines.ts'
import { SelectField, TextField } from '../forms/field.tsx'
import { cellValue } from './file/cell-value.ts'
import type { ColumnMapping } from './file/column-mapping.ts'
import type { LineField } from './file/line-field.ts'
import { type CsvFile, columnNames } from './file/line-file.ts'

type MappingProps = {
  readonly csv: CsvFile
  readonly fields: readonly LineField[]
  readonly mapping: ColumnMapping
  readonly onChange: (mapping: ColumnMapping) => void
}

/** Which column of the person's file each field is read from, or what it is in every line. */
export function MappingFields({ csv, fields, mapping, onChange }: MappingProps) {
  const say = useSay(lineWords)
  const names = columnNames(csv.columns, say('column'))
  const used = new Set(Object.values(mapping.columns))
  const unused = names.filter((_, at) => !used.has(at))
  return (
    <>
      <div className="fields">
        {fields.map((field) => (
          <MappedField key={field.name} {...{ csv, field, names, mapping, onChange }} />
        ))}
      </div>
      <p className="muted">
        {unused.length === 0 ? say('allUsed') : say('unused', { names: unused.join(', ') })}
      </p>
    </>
  )
}

type MappedFieldProps = Omit<MappingProps, 'fields'> & {
  readonly field: LineField
  readonly names: readonly string[]
}

/** Stands for the one value of all lines among the columns to choose from. */
const sameValue = '='

function MappedField({ csv, field, names, mapping, onChange }: MappedFieldProps) {
  const say = useSay(lineWords)
  const { language } = useLanguage()
  const { name, isRequired = false, constant } = field
  const { columns, constants } = mapping
  const at = columns[name]
  const label = fieldName(name, language) ?? name
  const choose = (value: string) => {
    const { [name]: _column, ...otherColumns } = columns
    const { [name]: _constant, ...otherConstants } = constants
    if (value === '') onChange({ columns: otherColumns, constants: otherConstants })
    else if (value === sameValue)
      onChange({ columns: otherColumns, constants: { ...otherConstants, [name]: '' } })
    else onChange({ columns: { ...otherColumns, [name]: Number(value) }, constants: otherConstants })
  }
  return (
    <div>
      <SelectField
        label={label}
        required={isRequired}
        value={at ?? (constants[name] === undefined ? '' : sameValue)}
        help={useExample(csv, field, at)}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{say(isRequired ? 'chooseColumn' : 'noColumn')}</option>
        {constant !== undefined && <option value={sameValue}>{say('sameForAll')}</option>}
        {names.map((column, place) => (
          <option key={column} value={place}>
            {column}
          </option>
        ))}
      </SelectField>
      {constants[name] !== undefined && (
        <ConstantField
          label={say('constantOf', { field: label })}
          constant={constant}
          value={constants[name]}
          onChange={(value) => onChange({ columns, constants: { ...constants, [name]: value } })}
        />
      )}
    </div>
  )
}

/** What the first line has there, and how it is read where that is not the same. */
function useExample(csv: CsvFile, { spelling }: LineField, at: number | undefined): string | undefined {
  const say = useSay(lineWords)
  if (at === undefined) return undefined
  const cell = csv.sample.map(({ cells }) => cells[at]?.trim() ?? '').find((one) => one !== '')
  if (cell === undefined) return undefined
  const value = cellValue(cell, spelling)
  return value === cell ? say('exampleOf', { value }) : say('exampleRead', { cell, value })
}

type ConstantProps = {
  readonly label: string
  readonly constant: LineField['constant']
  readonly value: string
  readonly onChange: (value: string) => void
}

function ConstantField({ label, constant, value, onChange }: ConstantProps) {
  const say = useSay(lineWords)
  const { language } = useLanguage()
  const common = {
    label,
    value,
    required: true,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  }
  if (typeof constant !== 'object') return <TextField {...common} maxLength={64} />
  return (
    <SelectField {...common}>
      <option value="">{say('chooseValue')}</option>
      {Object.entries(constant).map(([code, text]) => (
        <option key={code} value={code}>
          {text[language]}
        </option>
      ))}
    </SelectField>
  )
}
