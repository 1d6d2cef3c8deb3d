import { useMutation } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileDown from 'lucide-react/icons/file-down'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { OpenReport } from '../kept/open-report.ts'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { saveFile } from '../parts/save-file.ts'
import { Tip } from '../parts/tip.tsx'
import { DecideDialog } from '../policies/decide-dialog.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'
import { ShareDialog } from './share-dialog.tsx'
import { WatchAct } from './watch-act.tsx'

/** The same report as a file. */
export type FetchFile = (format: 'pdf' | 'html') => Promise<Blob | string>

type ReportActsProps = { readonly report: OpenReport; readonly fetchFile: FetchFile }

/** What is done with a report that has been read. */
export function ReportActs({ report, fetchFile }: ReportActsProps) {
  const say = useSay(reportWords)
  const [isSharing, setIsSharing] = useState(false)
  const [isDeciding, setIsDeciding] = useState(false)
  const download = useDownload(report, fetchFile)
  const { consultation } = report
  return (
    <>
      <Tip text={say('decide')}>
        <button type="button" onClick={() => setIsDeciding(true)}>
          <Scale className="icon" aria-hidden="true" />
          <span className="unseen-narrow">{say('decide')}</span>
        </button>
      </Tip>
      <WatchAct document={report.result.document} />
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
          <button type="button" onClick={() => setIsSharing(true)}>
            <ShieldCheck className="icon" aria-hidden="true" />
            <span className="unseen-narrow">{say('share')}</span>
          </button>
        </Tip>
      )}
      <MoreActs onHtml={() => download.mutate('html')} />
      {download.isError && <ProblemNotice error={download.error} />}
      {isDeciding && (
        <DecideDialog
          document={report.result.document}
          purpose={report.purpose}
          onClose={() => setIsDeciding(false)}
        />
      )}
      {isSharing && consultation !== undefined && (
        <ShareDialog
          requestId={consultation.id}
          checkCode={consultation.checkCode}
          onClose={() => setIsSharing(false)}
        />
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
