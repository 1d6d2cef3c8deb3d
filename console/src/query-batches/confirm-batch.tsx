import { grouped, moneyText } from '@lastro/reading/value-text.ts'
import { moneyText as amountText, centsOf } from '@lastro/rules/money/cents.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { useSay } from '../shell/language.tsx'
import { queryBatchWords } from '../words/analyst/query-batches.ts'
import { shellWords } from '../words/shell/shell.ts'

type ConfirmBatchProps = {
  readonly product: string
  readonly lineCount: number
  /** Of one query; undefined where the contract sets none. */
  readonly price: string | undefined
  readonly isSending: boolean
  readonly onSend: () => void
  readonly onClose: () => void
}

/** How much will be asked and what it can cost at most; nothing is sent before somebody says yes. */
export function ConfirmBatch({ product, lineCount, price, isSending, onSend, onClose }: ConfirmBatchProps) {
  const say = useSay(queryBatchWords)
  const sayShell = useSay(shellWords)
  const lines = grouped(String(lineCount))
  return (
    <Dialog title={say('confirmTitle')} onClose={() => isSending || onClose()}>
      <p>{say(lineCount === 1 ? 'confirmOne' : 'confirmText', { product, lines })}</p>
      <p>
        <strong>
          {price === undefined
            ? say('confirmFree')
            : say('confirmCost', { cost: moneyText(amountText(centsOf(price) * BigInt(lineCount))) })}
        </strong>
      </p>
      {price !== undefined && <p className="muted">{say('confirmLess', { price: moneyText(price) })}</p>}
      <div className="acts">
        <button type="button" aria-disabled={isSending} onClick={() => isSending || onClose()}>
          {sayShell('cancel')}
        </button>
        <BusyButton type="button" className="main" isBusy={isSending} onClick={onSend}>
          {say('confirmSend')}
        </BusyButton>
      </div>
    </Dialog>
  )
}
