// Token, two reports, a debt, a problem and a webhook's signature, with the client that openapi-generator makes.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"lastro.example/client"
)

func main() {
	url := os.Getenv("LASTRO_URL")
	if url == "" {
		url = "http://127.0.0.1:8080"
	}
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: url + "/sandbox"}}
	api := client.NewAPIClient(configuration)

	signIn := context.WithValue(context.Background(), client.ContextBasicAuth, client.BasicAuth{
		UserName: os.Getenv("LASTRO_CLIENT_ID"), Password: os.Getenv("LASTRO_CLIENT_SECRET"),
	})
	// The address of the token is the sandbox's own too.
	configuration.OperationServers = map[string]client.ServerConfigurations{}
	token, _, err := api.CredenciaisAPI.Token(signIn).GrantType("client_credentials").Execute()
	check(err)
	fmt.Println("token:", token.GetTokenType())

	ctx := context.WithValue(context.Background(), client.ContextAccessToken, token.GetAccessToken())
	ctx = context.WithValue(ctx, client.ContextAPIKeys, map[string]client.APIKey{"apiKey": {Key: os.Getenv("LASTRO_API_KEY")}})

	person, _, err := api.RelatoriosAPI.RelatorioBasicoConsulta(ctx).
		QueryRequest(*client.NewQueryRequest("123.456.789-09")).Execute()
	check(err)
	fmt.Println("person:", person.Result.Report.Registration.GetConsumerName())
	company, _, err := api.RelatoriosAPI.RelatoConsulta(ctx).QueryRequest(*client.NewQueryRequest("99999001000159")).Execute()
	check(err)
	fmt.Println("company:", company.Result.GetDocument())

	request := client.ListingRequest{}
	check(request.UnmarshalJSON([]byte(fmt.Sprintf(`{
		"documento": "52998224725", "name": "ANA CLARA DE EXEMPLO", "birthDate": "1980-05-20",
		"amount": "1520.33", "dueDate": "2026-03-10", "legalNatureId": "CP", "contractId": "GO-%d",
		"address": {"addressLine": "RUA A", "district": "CENTRO", "city": "SAO PAULO", "state": "SP", "zipCode": "01001000"},
		"contact": {"email": "ana@exemplo.com.br"}}`, time.Now().UnixNano()%1e12))))
	inserted, _, err := api.NegativacaoAPI.DividasInclui(ctx).ListingRequest(request).Execute()
	check(err)
	read, _, err := api.NegativacaoAPI.DividasSituacao(ctx, inserted.Result.GetId()).Execute()
	check(err)
	fmt.Println("debt:", read.Result.GetState())

	_, answer, err := api.RelatoriosAPI.RelatorioBasicoConsulta(ctx).
		QueryRequest(*client.NewQueryRequest("11111111111")).Execute()
	var refused *client.GenericOpenAPIError
	if errors.As(err, &refused) {
		problem := refused.Model().(client.Problem)
		fmt.Println("problem:", answer.StatusCode, problem.GetCode())
	}

	if secret, isThere := os.LookupEnv("LASTRO_WEBHOOK_SECRET"); isThere {
		fmt.Println("signature:", verdict(secret))
	}
}

// How a webhook is signed: the header webhook-signature has one or several of these, with blanks between.
func verdict(secret string) string {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	check(err)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", os.Getenv("LASTRO_WEBHOOK_ID"), os.Getenv("LASTRO_WEBHOOK_TIMESTAMP"), os.Getenv("LASTRO_WEBHOOK_BODY"))
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Fields(os.Getenv("LASTRO_WEBHOOK_SIGNATURE")) {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return "valid"
		}
	}
	return "forged"
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
