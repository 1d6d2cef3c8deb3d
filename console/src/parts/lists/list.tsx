import {
  type ColumnSort,
  constructSortFn,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { type ReactNode, useState } from 'react'
import { useSay } from '../../shell/language.tsx'
import { listWords } from '../../words/shell/lists.ts'
import { useFilter } from '../filters/use-filter.ts'
import { Loading } from '../loading.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { compareOrders, drawn, holdsText, type ListColumn, orderIn, textIn } from './list-column.ts'
import { searchOf } from './list-search.ts'
import { ListTools } from './list-tools.tsx'
import { MorePages } from './more-pages.tsx'
import type { Pages } from './pages-of.ts'
import { sortIn, sortText } from './sort-address.ts'
import { useWhole } from './use-whole.ts'

type ListProps<Row extends object> = {
  readonly caption: string
  /** Told apart by it in the address, where a page has more than one list. */
  readonly name?: string
  readonly pages: Pages<Row>
  /** What is said where there is nothing: what to do next. */
  readonly empty: ReactNode
  readonly columns: readonly ListColumn<Row>[]
  readonly rowKey: (row: Row) => string
}

/**
 * A list, wherever there is one: searched, sorted, counted, added up, written out, and by cards on a phone. To sort or
 * search a list of which only a part was read would mislead, so the rest is read first.
 */
export function List<Row extends object>({ caption, name, pages, empty, columns, rowKey }: ListProps<Row>) {
  const [search, setSearch] = useState('')
  const { sort, setSort } = useSort(columns, name)
  const [wantsAll, setWantsAll] = useState(false)
  const reading = useWhole(pages, wantsAll || search.trim() !== '' || sort !== undefined)
  const isWhole = reading === 'whole'
  const rows = useOrdered({
    rows: useFound(pages.items, columns, isWhole ? search : ''),
    columns,
    sort: isWhole ? sort : undefined,
  })
  const { items } = pages
  return (
    <>
      {pages.isError && <ProblemNotice error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Loading />}
      {items !== undefined && items.length > 0 && (
        <>
          <ListTools
            {...{ caption, columns, rows, reading, search, sort }}
            total={items.length}
            onSearch={setSearch}
            onSort={setSort}
          />
          <Found {...{ caption, rows, columns, rowKey, sort }} isSorted={isWhole} onSort={setSort} />
        </>
      )}
      {items?.length === 0 && <p className="empty">{empty}</p>}
      <MorePages
        pages={pages}
        isReadingAll={reading === 'reading'}
        {...(reading !== 'tooLong' && { onAll: () => setWantsAll(true) })}
      />
    </>
  )
}

/** In the address, as filters are: a shared link opens the list in the same order. */
function useSort<Row>(columns: readonly ListColumn<Row>[], name: string | undefined) {
  const parameter = name === undefined ? 'sort' : `sort.${name}`
  const { filter, setFilter } = useFilter([parameter])
  const sortable = columns.filter(holdsText).map(({ id }) => id)
  return {
    sort: sortIn(filter[parameter], sortable),
    setSort: (sort: ColumnSort | undefined) => setFilter({ [parameter]: sortText(sort) }),
  }
}

const none: readonly never[] = []

/** The rows that have what is looked for. */
function useFound<Row>(
  rows: readonly Row[] = none,
  columns: readonly ListColumn<Row>[],
  search: string,
): readonly Row[] {
  if (search.trim() === '') return rows
  const isFound = searchOf(search)
  const searched = columns.filter(holdsText)
  return rows.filter((row) => isFound(searched.map((column) => textIn(column, row))))
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const byOrder = constructSortFn({ sort: compareOrders })

type Ordered<Row> = {
  readonly rows: readonly Row[]
  readonly columns: readonly ListColumn<Row>[]
  readonly sort: ColumnSort | undefined
}

/** The rows in the order that was asked for; those with nothing to be sorted by come last either way. */
function useOrdered<Row extends object>({ rows, columns, sort }: Ordered<Row>): readonly Row[] {
  const table = useTable({
    features,
    data: rows as Row[],
    columns: columns.map((column) => ({
      id: column.id,
      accessorFn: (row: Row) => orderIn(column, row),
      sortUndefined: 'last' as const,
      sortFn: byOrder,
    })),
    state: { sorting: sort === undefined ? [] : [sort] },
  })
  return table.getRowModel().rows.map((row) => row.original)
}

type FoundProps<Row> = Ordered<Row> & {
  readonly caption: string
  readonly rowKey: (row: Row) => string
  readonly isSorted: boolean
  readonly onSort: (sort: ColumnSort | undefined) => void
}

function Found<Row>({ caption, rows, columns, rowKey, sort, isSorted, onSort }: FoundProps<Row>) {
  const say = useSay(listWords)
  if (rows.length === 0) return <p className="empty">{say('notFound')}</p>
  const headed = columns.map((column): Column<Row> => {
    const by = sort?.id === column.id ? sort : undefined
    if (!holdsText(column)) return drawn(column)
    return {
      ...drawn(column),
      sorted: isSorted ? directionOf(by) : undefined,
      heading: (
        <button type="button" className="sort" onClick={() => onSort(nextSort(column.id, by))}>
          {column.label}
          <SortIcon by={by} />
        </button>
      ),
    }
  })
  return <DataTable caption={caption} rows={rows} rowKey={rowKey} columns={headed} />
}

const directionOf = (by: ColumnSort | undefined) =>
  by === undefined ? undefined : by.desc ? 'descending' : 'ascending'

/** Up, then down, then as it was read. */
const nextSort = (id: string, by: ColumnSort | undefined): ColumnSort | undefined =>
  by === undefined ? { id, desc: false } : by.desc ? undefined : { id, desc: true }

function SortIcon({ by }: { readonly by: ColumnSort | undefined }) {
  const Icon = by === undefined ? ArrowUpDown : by.desc ? ArrowDown : ArrowUp
  return <Icon aria-hidden size={13} className={by === undefined ? 'quiet' : undefined} />
}
