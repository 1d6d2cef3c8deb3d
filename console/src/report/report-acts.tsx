import { useMutation } from '@tanstack/react-query'
import BellPlus from 'lucide-react/icons/bell-plus'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileDown from 'lucide-react/icons/file-down'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { AddWatch } from '../alerts/watch-dialog.tsx'
import type { OpenReport } from '../kept/open-report.ts'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Tip } from '../parts/tip.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/report.ts'
import { ShareDialog } from './share-dialog.tsx'

/** The same report as a file. */
export type FetchFile = (format: 'pdf' | 'html') => Promise<Blob | string>

type ReportActsProps = { readonly report: OpenReport; readonly fetchFile: FetchFile }

/** What is done with a report that has been read. */
export function ReportActs({ report, fetchFile }: ReportActsProps) {
  const say = useSay(reportWords)
  const [opened, setOpened] = useState<'watch' | 'share'>()
  const download = useDownload(report, fetchFile)
  const { consultation } = report
  const close = () => setOpened(undefined)
  return (
    <>
      <Tip text={say('watch')}>
        <button type="button" onClick={() => setOpened('watch')}>
          <BellPlus className="icon" aria-hidden="true" />
          <span className="unseen-narrow">{say('watch')}</span>
        </button>
      </Tip>
      <Tip text={say('pdf')}>
        <BusyButton
          type="button"
          isBusy={download.isPending && download.variables === 'pdf'}
          onClick={() => download.mutate('pdf')}
        >
          <FileDown className="icon" aria-hidden="true" />
          <span className="unseen-narrow">{say('pdf')}</span>
        </BusyButton>
      </Tip>
      {consultation !== undefined && (
        <Tip text={say('share')}>
          <button type="button" onClick={() => setOpened('share')}>
            <ShieldCheck className="icon" aria-hidden="true" />
            <span className="unseen-narrow">{say('share')}</span>
          </button>
        </Tip>
      )}
      <MoreActs onHtml={() => download.mutate('html')} />
      {download.isError && <ProblemNotice error={download.error} />}
      {opened === 'watch' && <AddWatch document={report.result.document} onClose={close} />}
      {opened === 'share' && consultation !== undefined && (
        <ShareDialog requestId={consultation.id} checkCode={consultation.checkCode} onClose={close} />
      )}
    </>
  )
}

/** Not modal: a menu that locked the page would write a style into it, which the page's policy does not let in. */
function MoreActs({ onHtml }: { readonly onHtml: () => void }) {
  const say = useSay(reportWords)
  const [, navigate] = useLocation()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" aria-label={say('more')}>
          <Ellipsis className="icon" aria-hidden="true" />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6} collisionPadding={8}>
          <DropdownMenu.Item onSelect={() => navigate('/consulta')}>{say('again')}</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => window.print()}>{say('print')}</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={onHtml}>{say('html')}</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function useDownload({ requestId }: OpenReport, fetchFile: FetchFile) {
  return useMutation({
    mutationFn: async (format: 'pdf' | 'html') => {
      const file = await fetchFile(format)
      const content = file instanceof Blob ? file : new Blob([file], { type: 'text/html' })
      saveFile(`lastro-${requestId}.${format}`, content)
    },
  })
}
