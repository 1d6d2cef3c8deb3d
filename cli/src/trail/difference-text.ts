import type { Text } from '@lastro/contract/text.ts'
import type { Verification } from '@lastro/service/features/trail/seals/verify-trail.ts'

/** The links are the truth: what stands beside them was changed by other hands. */
export function differenceText(of: Verification['besides'][number]): Text {
  switch (of.kind) {
    case 'usage':
      return {
        pt: `O consumo guardado do cliente ${of.clientId} em ${of.day} não é o que a cadeia diz.`,
        en: `The usage kept for client ${of.clientId} on ${of.day} is not what the chain says.`,
      }
    case 'index':
      return {
        pt: `O índice por documento não diz o que dizem os elos ${of.fromNumber} a ${of.untilNumber}: uma busca pode esconder uma consulta, ou mostrar a que não houve.`,
        en: `The index by document does not say what links ${of.fromNumber} to ${of.untilNumber} say: a search may hide a consultation, or show one that never was.`,
      }
    case 'owners':
      return {
        pt: `O índice das consultas próprias não diz o que dizem os elos ${of.fromNumber} a ${of.untilNumber}: um cliente ou usuário pode não ver as suas.`,
        en: `The index of one's own consultations does not say what links ${of.fromNumber} to ${of.untilNumber} say: a client or user may not see theirs.`,
      }
    case 'end':
      return {
        pt: `O fim de uma cadeia foi cortado: o elo ${of.number} foi escrito e não está mais nela.`,
        en: `The end of a chain was cut off: link ${of.number} was written and is no longer in it.`,
      }
    case 'seal_missing':
      return { pt: `Falta o selo ${of.number}.`, en: `Seal ${of.number} is missing.` }
    case 'seal_changed':
      return {
        pt: `O selo ${of.number} não é o que foi escrito.`,
        en: `Seal ${of.number} is not what was written.`,
      }
    case 'lane_cut':
      return {
        pt: `A faixa ${of.lane} foi cortada: teve o elo ${of.number}, e termina antes dele.`,
        en: `Lane ${of.lane} was cut short: it had link ${of.number}, and ends before it.`,
      }
    case 'lane_missing':
      return {
        pt: `A faixa ${of.lane} não existe mais: foi selada até o elo ${of.number}.`,
        en: `Lane ${of.lane} is missing: it was sealed up to link ${of.number}.`,
      }
    case 'lane_rewritten':
      return {
        pt: `Os elos ${of.fromNumber} a ${of.untilNumber} da faixa ${of.lane} não são os que foram selados.`,
        en: `Links ${of.fromNumber} to ${of.untilNumber} of lane ${of.lane} are not those that were sealed.`,
      }
    case 'archive_changed':
      if (!('month' in of))
        return {
          pt: `O que a trilha diz que foi da faixa ${of.lane} para arquivos, até o elo ${of.number}, não é o que os arquivos dizem.`,
          en: `What the trail says has left lane ${of.lane} for archives, up to link ${of.number}, is not what the archives say.`,
        }
      return {
        pt: `O que a trilha sabe do arquivo de ${of.month} não é o que foi escrito.`,
        en: `What the trail knows of the archive of ${of.month} is not what was written.`,
      }
    case 'kept_changed':
      return {
        pt: `Registros de ${of.month}, que ficam por quinze anos, não são os que ficaram quando o mês foi arquivado.`,
        en: `Records of ${of.month}, kept for fifteen years, are not those that stayed when the month was archived.`,
      }
  }
}
