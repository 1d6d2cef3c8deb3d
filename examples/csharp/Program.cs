// Token, two reports, a debt, a problem and a webhook's signature, with the client that openapi-generator makes.
using System.Security.Cryptography;
using System.Text;
using Lastro.Api;
using Lastro.Client;
using Lastro.Model;
using Newtonsoft.Json;

static string Setting(string name) => Environment.GetEnvironmentVariable(name) ?? "";

var url = (Setting("LASTRO_URL") is { Length: > 0 } given ? given : "http://127.0.0.1:8080") + "/sandbox";
var configuration = new Configuration
{
    BasePath = url,
    Username = Setting("LASTRO_CLIENT_ID"),
    Password = Setting("LASTRO_CLIENT_SECRET"),
};
var token = new CredenciaisApi(configuration).Token("client_credentials");
Console.WriteLine($"token: {token.TokenType}");

configuration.AccessToken = token.AccessToken;
configuration.ApiKey["x-api-key"] = Setting("LASTRO_API_KEY");
var reports = new RelatoriosApi(configuration);
var person = reports.RelatorioBasicoConsulta(new QueryRequest("123.456.789-09"));
Console.WriteLine($"person: {person.Result.Report.Registration.ConsumerName}");
var company = reports.RelatoConsulta(new QueryRequest("99999001000159"));
Console.WriteLine($"company: {company.Result.Document}");

var debts = new NegativacaoApi(configuration);
var request = JsonConvert.DeserializeObject<ListingRequest>($$"""
    {"documento": "52998224725", "name": "ANA CLARA DE EXEMPLO", "birthDate": "1980-05-20",
     "amount": "1520.33", "dueDate": "2026-03-10", "legalNatureId": "CP", "contractId": "CS-{{Environment.TickCount64}}",
     "address": {"addressLine": "RUA A", "district": "CENTRO", "city": "SAO PAULO", "state": "SP", "zipCode": "01001000"},
     "contact": {"email": "ana@exemplo.com.br"}}
    """)!;
var inserted = debts.DividasInclui(request);
var read = debts.DividasSituacao(inserted.Result.Id);
Console.WriteLine($"debt: {JsonConvert.SerializeObject(read.Result.State).Trim('"')}");

try
{
    reports.RelatorioBasicoConsulta(new QueryRequest("11111111111"));
}
catch (ApiException refused)
{
    var problem = JsonConvert.DeserializeObject<Problem>(refused.ErrorContent.ToString()!)!;
    Console.WriteLine($"problem: {refused.ErrorCode} {JsonConvert.SerializeObject(problem.Code).Trim('"')}");
}

if (Setting("LASTRO_WEBHOOK_SECRET") is { Length: > 0 } secret)
{
    // How a webhook is signed: the header webhook-signature has one or several of these, with blanks between.
    var signed = $"{Setting("LASTRO_WEBHOOK_ID")}.{Setting("LASTRO_WEBHOOK_TIMESTAMP")}.{Setting("LASTRO_WEBHOOK_BODY")}";
    var key = Convert.FromBase64String(secret["whsec_".Length..]);
    var expected = "v1," + Convert.ToBase64String(HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(signed)));
    var isSigned = Setting("LASTRO_WEBHOOK_SIGNATURE").Split(' ').Contains(expected);
    Console.WriteLine($"signature: {(isSigned ? "valid" : "forged")}");
}
