// Package verify verifies Portico's access tokens for one application.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
)

type Verifier struct {
	audience string
	verifier *oidc.IDTokenVerifier
}

type Sender struct {
	Subject     string   `json:"subject"`
	Tenant      string   `json:"tenant"`
	Environment string   `json:"environment"`
	Roles       []string `json:"roles"`
}

// New reads where the keys are. They are kept; a token that no kept key verifies makes it read them again.
func New(ctx context.Context, issuer, audience string) (*Verifier, error) {
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		return nil, err
	}
	config := &oidc.Config{ClientID: audience, SupportedSigningAlgs: []string{oidc.RS256}}
	return &Verifier{audience, provider.VerifierContext(ctx, config)}, nil
}

// Verify returns who sent the token, or an error unless every check holds.
func (v *Verifier) Verify(ctx context.Context, token string) (*Sender, error) {
	if err := checkType(token); err != nil {
		return nil, err
	}
	// Signature, issuer, audience and expiry.
	verified, err := v.verifier.Verify(ctx, token)
	if err != nil {
		return nil, err
	}
	var claims struct {
		Tenant      string          `json:"tenant"`
		Environment string          `json:"environment"`
		Roles       json.RawMessage `json:"roles"`
		Bound       json.RawMessage `json:"cnf"`
	}
	if err := verified.Claims(&claims); err != nil {
		return nil, err
	}
	// A token that is bound to a key (RFC 9449) proves nothing without a proof of that key, which this server does not ask for.
	if claims.Bound != nil {
		return nil, errors.New("the token is bound to a key")
	}
	return &Sender{verified.Subject, claims.Tenant, claims.Environment, rolesAt(v.audience, claims.Roles)}, nil
}

func (s *Sender) Has(role string) bool { return slices.Contains(s.Roles, role) }

// checkType tells an access token from an ID token, which the same keys sign.
func checkType(token string) error {
	parsed, err := jose.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return err
	}
	kind, _ := parsed.Signatures[0].Header.ExtraHeaders[jose.HeaderType].(string)
	if kind := strings.ToLower(kind); kind != "at+jwt" && kind != "application/at+jwt" {
		return errors.New("typ is not at+jwt")
	}
	return nil
}

// A token for one application lists its roles; a token for several has an object from audience to roles.
func rolesAt(audience string, roles json.RawMessage) []string {
	list := []string{}
	if json.Unmarshal(roles, &list) == nil {
		return list
	}
	byAudience := map[string][]string{}
	if json.Unmarshal(roles, &byAudience) == nil && byAudience[audience] != nil {
		return byAudience[audience]
	}
	return []string{}
}
