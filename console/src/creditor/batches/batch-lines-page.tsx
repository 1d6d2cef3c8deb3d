import type { Batch } from '@lastro/contract/listings/batches.ts'
import type { RefusedBatchLine } from '@lastro/contract/listings/refused-lines.ts'
import { grouped, printable } from '@lastro/reading/value-text.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'wouter'
import { Answered } from '../../parts/answered.tsx'
import { Facts } from '../../parts/facts.tsx'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { batchWords } from '../../words/creditor/batch.ts'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { lineWords } from '../../words/creditor/lines.ts'
import { resendPath } from '../was-refused.tsx'
import { BatchMark, batchesName } from './batch-history.tsx'
import { refusedBatchFile, refusedReasons } from './refused-batch-file.ts'

/** A batch of before: what became of its lines, and those that were not taken, to be mended. */
export function BatchLinesPage() {
  const { id = '' } = useParams()
  const say = useSay(batchWords)
  const { lastro } = useSession()
  const batch = useQuery({ queryKey: [...batchesName, id], queryFn: () => lastro.batches.get(id) })
  return (
    <Page title={say('batchTitle')}>
      <Answered query={batch}>
        {(data) => (
          <>
            <BatchFacts batch={data} />
            {data.refused + data.invalid === 0 ? (
              <p className="empty">{say('nothingRefused')}</p>
            ) : (
              <RefusedOfBatch id={id} />
            )}
          </>
        )}
      </Answered>
    </Page>
  )
}

function BatchFacts({ batch }: { readonly batch: Batch }) {
  const say = useSay(batchWords)
  const figure = (name: 'lines' | 'created' | 'refused' | 'invalid') => ({
    label: say(name),
    value: grouped(String(batch[name])),
  })
  return (
    <section className="panel">
      <p>
        <BatchMark batch={batch} />
      </p>
      <Facts
        facts={[
          { label: say('at'), value: instantOf(batch.createdAt) },
          figure('lines'),
          figure('created'),
          figure('refused'),
          figure('invalid'),
        ]}
      />
    </section>
  )
}

function RefusedOfBatch({ id }: { readonly id: string }) {
  const say = useSay(batchWords)
  const sayLines = useSay(lineWords)
  const { language } = useLanguage()
  const { lastro } = useSession()
  const pages = usePages([...batchesName, id, 'refused'], (cursor, limit) =>
    lastro.batches.refused(id).page({ cursor, limit }),
  )
  const download = useMutation({
    mutationFn: async () => {
      const all: RefusedBatchLine[] = []
      for await (const one of lastro.batches.refused(id).list({ limit: 200 })) all.push(one)
      const content = new Blob([refusedBatchFile(all, language)], { type: 'text/csv' })
      saveFile('lastro-recusadas.csv', content)
    },
  })
  return (
    <section>
      <div className="page-head">
        <h2>{sayLines('refusedTitle')}</h2>
        {pages.items !== undefined && pages.items.length > 0 && (
          <BusyButton type="button" isBusy={download.isPending} onClick={() => download.mutate()}>
            {sayLines('download')}
          </BusyButton>
        )}
      </div>
      <p className="muted">{say('refusedKept')}</p>
      {download.isError && <ProblemNotice error={download.error} />}
      <Listed pages={pages} empty={say('refusedOver')}>
        {(lines) => <RefusedTable lines={lines} />}
      </Listed>
    </section>
  )
}

function RefusedTable({ lines }: { readonly lines: readonly RefusedBatchLine[] }) {
  const say = useSay(lineWords)
  const sayCreditor = useSay(creditorWords)
  const { language } = useLanguage()
  return (
    <DataTable
      caption={say('refusedTitle')}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { label: say('line'), isFigure: true, cell: ({ line }) => line },
        {
          label: sayCreditor('debtor'),
          cell: (one) =>
            one.status === 'refused' && one.listing !== undefined ? (
              <Link href={`/dividas/${one.id}`}>{printable(one.listing.name)}</Link>
            ) : undefined,
        },
        {
          label: sayCreditor('contractId'),
          cell: (one) =>
            one.status === 'refused' && one.listing?.contractId && printable(one.listing.contractId),
        },
        {
          label: say('reason'),
          cell: (one) => (
            <ul className="faults">
              {refusedReasons(one, language).map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          ),
        },
        {
          label: say('mend'),
          cell: (one) =>
            one.status === 'refused' &&
            one.listing !== undefined && (
              <Link href={resendPath({ id: one.id })}>
                {sayCreditor('resend')}
                <span className="unseen"> {say('ofLine', { line: one.line })}</span>
              </Link>
            ),
        },
      ]}
    />
  )
}
