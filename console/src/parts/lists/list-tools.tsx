import { centsText, grouped, moneyText } from '@lastro/reading/value-text.ts'
import type { ColumnSort } from '@tanstack/react-table'
import { type Say, useLanguage, useSay } from '../../shell/language.tsx'
import { listWords } from '../../words/shell/lists.ts'
import { SelectField, TextField } from '../forms/field.tsx'
import { Notice } from '../notice.tsx'
import { saveFile } from '../save-file.ts'
import { csvText } from './csv-text.ts'
import { holdsText, type ListColumn } from './list-column.ts'
import { csvRows, fileName } from './list-csv.ts'
import { sumOf, talliesOf } from './list-sums.ts'
import { type Reading, rowsMax } from './reading-of.ts'

type ListToolsProps<Row> = {
  readonly caption: string
  readonly columns: readonly ListColumn<Row>[]
  /** What is listed: found, and in its order. */
  readonly rows: readonly Row[]
  /** How many rows have been read. */
  readonly total: number
  readonly reading: Reading
  readonly search: string
  readonly sort: ColumnSort | undefined
  readonly onSearch: (search: string) => void
  readonly onSort: (sort: ColumnSort | undefined) => void
}

/** What stands above a list: to search it, to sort it on a phone, how much it comes to, and the file of it. */
export function ListTools<Row>(props: ListToolsProps<Row>) {
  const { caption, columns, rows, reading, search, onSearch } = props
  const say = useSay(listWords)
  const { language } = useLanguage()
  const save = () =>
    saveFile(
      fileName(caption),
      new Blob([csvText(csvRows(columns, rows), language)], { type: 'text/csv;charset=utf-8' }),
    )
  return (
    <>
      <div className="filters list-tools">
        <TextField
          label={say('search')}
          type="search"
          autoComplete="off"
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
        <SortField {...props} />
        <div className="acts">
          <button type="button" onClick={save}>
            {say('csv', { count: grouped(String(rows.length)) })}
          </button>
        </div>
      </div>
      <p className="list-sums" aria-live="polite">
        {summary(props, say).join(' · ')}
        {reading === 'reading' && <span>{say('reading')}</span>}
      </p>
      {reading === 'tooLong' && (
        <Notice tone="warn">{say('tooLong', { count: grouped(String(rowsMax)) })}</Notice>
      )}
    </>
  )
}

function summary<Row>(
  { columns, rows, total, reading }: ListToolsProps<Row>,
  say: Say<typeof listWords>,
): readonly string[] {
  const count = grouped(String(rows.length))
  const isWhole = reading === 'whole'
  const sums = columns.flatMap((column) => {
    const cents = sumOf(column, rows)
    return cents === undefined ? [] : [say('sum', { label: column.label, sum: moneyText(centsText(cents)) })]
  })
  const tallies = columns.flatMap((column) =>
    talliesOf(column, rows).map(([text, many]) => `${text}: ${grouped(String(many))}`),
  )
  const isPart = !isWhole && sums.length + tallies.length > 0
  return [
    !isWhole
      ? say('rowsSoFar', { count })
      : rows.length === total
        ? say('rows', { count })
        : say('rowsOf', { count, total: grouped(String(total)) }),
    ...sums,
    ...tallies,
    ...(isPart ? [say('ofWhatIsListed')] : []),
  ]
}

/** Where rows are cards there are no headings to press. */
function SortField<Row>({ columns, sort, onSort }: ListToolsProps<Row>) {
  const say = useSay(listWords)
  const sortable = columns.filter(holdsText)
  return (
    <div className="sort-field">
      <SelectField
        label={say('sortBy')}
        value={sort === undefined ? '' : `${sort.id} ${sort.desc}`}
        onChange={(event) => {
          const [id, desc] = event.target.value.split(' ')
          onSort(id ? { id, desc: desc === 'true' } : undefined)
        }}
      >
        <option value="">{say('asRead')}</option>
        {sortable.flatMap(({ id, label }) =>
          [false, true].map((desc) => (
            <option key={`${id} ${desc}`} value={`${id} ${desc}`}>
              {say(desc ? 'falling' : 'rising', { label })}
            </option>
          )),
        )}
      </SelectField>
    </div>
  )
}
