import { useSay } from '../../shell/language.tsx'
import { listWords } from '../../words/shell/lists.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { BusyButton } from '../forms/busy-button.tsx'

type Paged = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

type MorePagesProps = {
  readonly pages: Paged
  readonly isReadingAll?: boolean
  /** Reads the list to its end; a list without it offers only the next page. */
  readonly onAll?: () => void
}

/** The buttons below a list that goes on. */
export function MorePages({ pages, isReadingAll, onAll }: MorePagesProps) {
  const say = useSay(shellWords)
  const sayList = useSay(listWords)
  if (!pages.hasNextPage) return null
  return (
    <div className="acts">
      <BusyButton type="button" isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {say('more')}
      </BusyButton>
      {onAll !== undefined && (
        <BusyButton type="button" className="plain" isBusy={isReadingAll === true} onClick={onAll}>
          {sayList('showAll')}
        </BusyButton>
      )}
    </div>
  )
}
