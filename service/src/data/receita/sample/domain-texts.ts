/** Domain tables as published, as far as invented companies need them; some codes are missing from them on purpose. */

export const cnaes: Readonly<Record<string, string>> = {
  '0111301': 'Cultivo de arroz',
  '1091102': 'Fabricação de produtos de padaria e confeitaria com predominância de produção própria',
  '1412601': 'Confecção de peças do vestuário, exceto roupas íntimas e as confeccionadas sob medida',
  '4120400': 'Construção de edifícios',
  '4321500': 'Instalação e manutenção elétrica',
  '4399103': 'Obras de alvenaria',
  '4520001': 'Serviços de manutenção e reparação mecânica de veículos automotores',
  '4711302':
    'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios - supermercados',
  '4712100':
    'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios - minimercados, mercearias e armazéns',
  '4771701': 'Comércio varejista de produtos farmacêuticos, sem manipulação de fórmulas',
  '4781400': 'Comércio varejista de artigos do vestuário e acessórios',
  '4930202':
    'Transporte rodoviário de carga, exceto produtos perigosos e mudanças, intermunicipal, interestadual e internacional',
  '5611201': 'Restaurantes e similares',
  '5611203': 'Lanchonetes, casas de chá, de sucos e similares',
  '6201501': 'Desenvolvimento de programas de computador sob encomenda',
  '6462000': 'Holdings de instituições não-financeiras',
  '6920601': 'Atividades de contabilidade',
  '8599604': 'Treinamento em desenvolvimento profissional e gerencial',
  '8630503': 'Atividade médica ambulatorial restrita a consultas',
  '9602501': 'Cabeleireiros, manicure e pedicure',
}

export const natures: Readonly<Record<string, string>> = {
  '2011': 'Empresa Pública',
  '2046': 'Sociedade Anônima Aberta',
  '2054': 'Sociedade Anônima Fechada',
  '2062': 'Sociedade Empresária Limitada',
  '2135': 'Empresário (Individual)',
  '2143': 'Cooperativa',
  '3069': 'Fundação Privada',
  '3999': 'Associação Privada',
}

export const qualifications: Readonly<Record<string, string>> = {
  '05': 'Administrador',
  '08': 'Conselheiro de Administração',
  '10': 'Diretor',
  '16': 'Presidente',
  '22': 'Sócio',
  '28': 'Sócio-Gerente',
  '37': 'Sócio Pessoa Jurídica Domiciliado no Exterior',
  '49': 'Sócio-Administrador',
  '50': 'Empresário',
  '65': 'Titular Pessoa Física Residente ou Domiciliado no Brasil',
}

/** 32 is used in rows, and is not here: so it is published. */
export const reasons: Readonly<Record<string, string>> = {
  '00': 'SEM MOTIVO',
  '01': 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA',
  '02': 'INCORPORACAO',
  '21': 'PEDIDO DE BAIXA INDEFERIDA',
  '63': 'OMISSAO DE DECLARACOES',
  '71': 'INAPTIDAO (LEI 11.941/2009 ART.54)',
  '73': 'OMISSAO CONTUMAZ',
}

/** Rows name 367 too. */
export const countries: Readonly<Record<string, string>> = {
  '023': 'ALEMANHA',
  '063': 'ARGENTINA',
  '105': 'BRASIL',
  '249': 'ESTADOS UNIDOS',
  '586': 'PARAGUAI',
  '607': 'PORTUGAL',
  '845': 'URUGUAI',
}

export type Municipality = {
  readonly code: string
  readonly name: string
  readonly state: string
  readonly zipFrom: number
}

export const municipalities: readonly Municipality[] = [
  { code: '7107', name: 'SAO PAULO', state: 'SP', zipFrom: 1_001_000 },
  { code: '6291', name: 'CAMPINAS', state: 'SP', zipFrom: 13_010_000 },
  { code: '6001', name: 'RIO DE JANEIRO', state: 'RJ', zipFrom: 20_010_000 },
  { code: '4123', name: 'BELO HORIZONTE', state: 'MG', zipFrom: 30_110_000 },
  { code: '3849', name: 'SALVADOR', state: 'BA', zipFrom: 40_010_000 },
  { code: '2531', name: 'RECIFE', state: 'PE', zipFrom: 50_010_000 },
  { code: '1389', name: 'FORTALEZA', state: 'CE', zipFrom: 60_010_000 },
  { code: '0427', name: 'BELEM', state: 'PA', zipFrom: 66_010_000 },
  { code: '0255', name: 'MANAUS', state: 'AM', zipFrom: 69_005_000 },
  { code: '9701', name: 'BRASILIA', state: 'DF', zipFrom: 70_040_000 },
  { code: '9373', name: 'GOIANIA', state: 'GO', zipFrom: 74_003_000 },
  { code: '7535', name: 'CURITIBA', state: 'PR', zipFrom: 80_010_000 },
  { code: '8105', name: 'FLORIANOPOLIS', state: 'SC', zipFrom: 88_010_000 },
  { code: '8801', name: 'PORTO ALEGRE', state: 'RS', zipFrom: 90_010_000 },
]

export const abroad: Municipality = { code: '9707', name: 'EXTERIOR', state: 'EX', zipFrom: 0 }
