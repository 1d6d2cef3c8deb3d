/** Who acts where a command does: whoever is signed in to the machine, whose name is kept beside it. */
export const commandLineUserId = 'system:command-line'

/** What only commands do. What the operator's operations do too is recorded under their ids. */
export const commandActs = [
  'comandoPrimeiraPartida',
  'comandoBiroCarrega',
  'comandoCartasEscreve',
  'comandoCartasPostadas',
  'comandoComunicadoEntregue',
  'comandoComunicadoVoltou',
  'comandoAlertaVoltou',
  'comandoSegredosCifra',
  'comandoDadosImporta',
  'comandoDadosRemove',
  'comandoCopiaFaz',
  'comandoCopiaRestaura',
  'comandoBancoMuda',
  'comandoBancoDistribui',
  'comandoTrilhaArquiva',
] as const
