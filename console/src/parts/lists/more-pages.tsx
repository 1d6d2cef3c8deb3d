import { useSay } from '../../shell/language.tsx'
import { shellWords } from '../../words/shell.ts'
import { BusyButton } from '../forms/busy-button.tsx'

type Paged = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** The button below a list that goes on. */
export function MorePages({ pages }: { readonly pages: Paged }) {
  const say = useSay(shellWords)
  if (!pages.hasNextPage) return null
  return (
    <div className="acts">
      <BusyButton type="button" isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {say('more')}
      </BusyButton>
    </div>
  )
}
