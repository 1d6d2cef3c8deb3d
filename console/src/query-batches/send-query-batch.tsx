import { grouped } from '@lastro/reading/value-text.ts'
import { queryPrice } from '@lastro/rules/money/query-price.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { FeatureChoice } from '../analyst/feature-choice.tsx'
import type { Offer, OpenOffer } from '../analyst/offers.ts'
import { ProductChoice } from '../analyst/product-choice.tsx'
import { PurposeChoice } from '../analyst/purpose-choice.tsx'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { queryBatchWords } from '../words/analyst/query-batches.ts'
import { ConfirmBatch } from './confirm-batch.tsx'
import { countLines } from './count-lines.ts'
import { queryBatchesName } from './query-batch-list.tsx'

type BatchToSend = {
  readonly file: File
  readonly product: string
  readonly features: readonly string[]
  readonly purpose: string | undefined
}

/** What every line is asked with, and the file. */
export function SendQueryBatch({ offers }: { readonly offers: readonly Offer[] }) {
  const say = useSay(queryBatchWords)
  const [product, setProduct] = useState<string>()
  const [features, setFeatures] = useState<readonly string[]>([])
  const [purpose, setPurpose] = useState<string>()
  const { language } = useLanguage()
  const [file, setFile] = useState<File>()
  /** How many lines somebody is asked about before they are sent. */
  const [lineCount, setLineCount] = useState<number>()
  const sending = useSending()
  const open = offers.filter((one): one is OpenOffer => one.terms !== undefined)
  const offer = open.find((one) => one.product.code === product) ?? open[0]
  if (offer === undefined) return <Notice tone="warn">{say('noProducts')}</Notice>
  const offered = features.filter((code) => offer.terms.features.some((one) => one.code === code))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (file === undefined) return
    sending.reset()
    setLineCount(await countLines(file, isCsv(file)))
  }
  const send = () => {
    if (file === undefined) return
    const asked = { file, product: offer.product.code, features: offered, purpose }
    sending.mutate(asked, { onSettled: () => setLineCount(undefined) })
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <ProductChoice offers={offers} chosen={offer} type={undefined} onChoose={setProduct} />
      <FeatureChoice offer={offer} chosen={offered} type={undefined} onChoose={setFeatures} />
      <PurposeChoice offer={offer} chosen={purpose} onChoose={setPurpose} />
      <FileField onFile={setFile} />
      {sending.isError && <ProblemNotice error={sending.error} />}
      {sending.data !== undefined && (
        <Notice tone="good">{say('sent', { lines: grouped(String(sending.data.lines)) })}</Notice>
      )}
      {lineCount === 0 && <Notice tone="bad">{say('noLines')}</Notice>}
      <div className="acts">
        <BusyButton className="main" isBusy={sending.isPending}>
          {say('sendBatch')}
        </BusyButton>
      </div>
      {lineCount !== undefined && lineCount > 0 && (
        <ConfirmBatch
          product={offer.product.name[language]}
          lineCount={lineCount}
          price={queryPrice(offer.terms, offered)}
          isSending={sending.isPending}
          onSend={send}
          onClose={() => setLineCount(undefined)}
        />
      )}
    </form>
  )
}

const isCsv = (file: File): boolean => /\.csv$/i.test(file.name)

function useSending() {
  const { lastro } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, ...options }: BatchToSend) =>
      lastro.queryBatches.send(file, { type: isCsv(file) ? 'csv' : 'ndjson', ...options }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryBatchesName }),
  })
}

function FileField({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const say = useSay(queryBatchWords)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{say('file')}</label>
      <input
        id={id}
        type="file"
        accept=".csv,.ndjson,.jsonl"
        required
        aria-describedby={`${id}-help`}
        onChange={(event) => onFile(event.target.files?.[0])}
      />
      <p className="help" id={`${id}-help`}>
        {say('fileHelp')}
      </p>
    </div>
  )
}
