// Prints an access token of a service account.
//
//	ISSUER=https://portal.example.com ACCOUNT=… KEY_FILE=nightly.pem RESOURCE=urn:portico:acme:application:billing go run ./token
package main

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	check(err)
	assertion, err := assertion(os.Getenv("ISSUER"), os.Getenv("ACCOUNT"), os.Getenv("KEY_FILE"))
	check(err)
	response, err := http.PostForm(provider.Endpoint().TokenURL, url.Values{
		"grant_type":            {"client_credentials"},
		"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
		"client_assertion":      {assertion},
		"resource":              {os.Getenv("RESOURCE")},
	})
	check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err)
	var answer struct {
		AccessToken string `json:"access_token"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.AccessToken == "" {
		log.Fatal(string(body))
	}
	fmt.Println(answer.AccessToken)
}

func assertion(issuer, account, keyFile string) (string, error) {
	text, err := os.ReadFile(keyFile)
	if err != nil {
		return "", err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return "", fmt.Errorf("%s is not PEM", keyFile)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return "", err
	}
	options := (&jose.SignerOptions{}).WithType("client-authentication+jwt")
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: key}, options)
	if err != nil {
		return "", err
	}
	now := time.Now()
	return jwt.Signed(signer).Claims(map[string]any{
		"iss": account,
		"sub": account,
		"aud": issuer,
		"iat": now.Unix(),
		"exp": now.Add(2 * time.Minute).Unix(),
		"jti": rand.Text(),
	}).Serialize()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
