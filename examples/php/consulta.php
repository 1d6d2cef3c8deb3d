<?php
// Token, two reports, a debt, a problem and a webhook's signature, with the client that openapi-generator makes.
require __DIR__ . '/vendor/autoload.php';

use Lastro\Api\CredenciaisApi;
use Lastro\Api\NegativacaoApi;
use Lastro\Api\RelatoriosApi;
use Lastro\ApiException;
use Lastro\Configuration;
use Lastro\Model\ListingRequest;
use Lastro\Model\QueryRequest;
use Lastro\ObjectSerializer;

$url = getenv('LASTRO_URL') ?: 'http://127.0.0.1:8080';
$configuration = (new Configuration())
    ->setHost("$url/sandbox")
    ->setUsername(getenv('LASTRO_CLIENT_ID'))
    ->setPassword(getenv('LASTRO_CLIENT_SECRET'))
    ->setApiKey('x-api-key', getenv('LASTRO_API_KEY'));

$token = (new CredenciaisApi(config: $configuration))->token('client_credentials');
echo 'token: ', $token->getTokenType(), "\n";
$configuration->setAccessToken($token->getAccessToken());

$reports = new RelatoriosApi(config: $configuration);
$person = $reports->relatorioBasicoConsulta(new QueryRequest(['documento' => '123.456.789-09']));
echo 'person: ', $person->getResult()->getReport()->getRegistration()->getConsumerName(), "\n";
$company = $reports->relatoConsulta(new QueryRequest(['documento' => '99999001000159']));
echo 'company: ', $company->getResult()->getDocument(), "\n";

$debts = new NegativacaoApi(config: $configuration);
$request = ObjectSerializer::deserialize((object) [
    'documento' => '52998224725', 'name' => 'ANA CLARA DE EXEMPLO', 'birthDate' => '1980-05-20',
    'amount' => '1520.33', 'dueDate' => '2026-03-10', 'legalNatureId' => 'CP', 'contractId' => 'PHP-' . bin2hex(random_bytes(6)),
    'address' => (object) ['addressLine' => 'RUA A', 'district' => 'CENTRO', 'city' => 'SAO PAULO', 'state' => 'SP', 'zipCode' => '01001000'],
    'contact' => (object) ['email' => 'ana@exemplo.com.br'],
], ListingRequest::class);
$inserted = $debts->dividasInclui($request);
echo 'debt: ', $debts->dividasSituacao($inserted->getResult()->getId())->getResult()->getState(), "\n";

try {
    $reports->relatorioBasicoConsulta(new QueryRequest(['documento' => '11111111111']));
} catch (ApiException $refused) {
    echo 'problem: ', $refused->getCode(), ' ', json_decode($refused->getResponseBody())->code, "\n";
}

if ($secret = getenv('LASTRO_WEBHOOK_SECRET')) {
    // How a webhook is signed: the header webhook-signature has one or several of these, with blanks between.
    $signed = getenv('LASTRO_WEBHOOK_ID') . '.' . getenv('LASTRO_WEBHOOK_TIMESTAMP') . '.' . getenv('LASTRO_WEBHOOK_BODY');
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    $isSigned = in_array($expected, explode(' ', getenv('LASTRO_WEBHOOK_SIGNATURE')), true);
    echo 'signature: ', $isSigned ? 'valid' : 'forged', "\n";
}
