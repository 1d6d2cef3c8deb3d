import br.lastro.ApiClient;
import br.lastro.ApiException;
import br.lastro.api.CredenciaisApi;
import br.lastro.api.NegativacaoApi;
import br.lastro.api.RelatoriosApi;
import br.lastro.model.ListingRequest;
import br.lastro.model.Problem;
import br.lastro.model.QueryRequest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Token, two reports, a debt, a problem and a webhook's signature, with the client that openapi-generator makes. */
public class Consulta {
  public static void main(String[] arguments) throws Exception {
    String url = System.getenv().getOrDefault("LASTRO_URL", "http://127.0.0.1:8080") + "/sandbox";
    String basic = System.getenv("LASTRO_CLIENT_ID") + ":" + System.getenv("LASTRO_CLIENT_SECRET");

    ApiClient signingIn = new ApiClient();
    signingIn.updateBaseUri(url);
    signingIn.setRequestInterceptor(request -> request.header("Authorization",
        "Basic " + Base64.getEncoder().encodeToString(basic.getBytes())));
    var token = new CredenciaisApi(signingIn)
        .token("client_credentials", null, null, null, null, null, null);
    System.out.println("token: " + token.getTokenType());

    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request
        .header("Authorization", "Bearer " + token.getAccessToken())
        .header("x-api-key", System.getenv("LASTRO_API_KEY")));

    var reports = new RelatoriosApi(client);
    var person = reports.relatorioBasicoConsulta(
        new QueryRequest().documento("123.456.789-09"), null, null, null, null);
    System.out.println("person: " + person.getResult().getReport().getRegistration().getConsumerName());
    var company = reports.relatoConsulta(
        new QueryRequest().documento("99999001000159"), null, null, null, null);
    System.out.println("company: " + company.getResult().getDocument());

    var debts = new NegativacaoApi(client);
    ListingRequest request = ApiClient.createDefaultObjectMapper().readValue("""
        {"documento": "52998224725", "name": "ANA CLARA DE EXEMPLO", "birthDate": "1980-05-20",
         "amount": "1520.33", "dueDate": "2026-03-10", "legalNatureId": "CP", "contractId": "JAVA-%d",
         "address": {"addressLine": "RUA A", "district": "CENTRO", "city": "SAO PAULO", "state": "SP", "zipCode": "01001000"},
         "contact": {"email": "ana@exemplo.com.br"}}""".formatted(System.nanoTime() % 1_000_000_000_000L), ListingRequest.class);
    var inserted = debts.dividasInclui(request, null, null, null);
    var read = debts.dividasSituacao(inserted.getResult().getId(), null, null);
    System.out.println("debt: " + read.getResult().getState().getValue());

    try {
      reports.relatorioBasicoConsulta(new QueryRequest().documento("11111111111"), null, null, null, null);
    } catch (ApiException refused) {
      Problem problem = ApiClient.createDefaultObjectMapper().readValue(refused.getResponseBody(), Problem.class);
      System.out.println("problem: " + refused.getCode() + " " + problem.getCode().getValue());
    }

    String secret = System.getenv("LASTRO_WEBHOOK_SECRET");
    if (secret != null) System.out.println("signature: " + (isSigned(secret) ? "valid" : "forged"));
  }

  /** How a webhook is signed: the header webhook-signature has one or several of these, with blanks between. */
  private static boolean isSigned(String secret) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
    String signed = System.getenv("LASTRO_WEBHOOK_ID") + "." + System.getenv("LASTRO_WEBHOOK_TIMESTAMP")
        + "." + System.getenv("LASTRO_WEBHOOK_BODY");
    String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes("UTF-8")));
    return Arrays.asList(System.getenv("LASTRO_WEBHOOK_SIGNATURE").split(" ")).contains(expected);
  }
}
