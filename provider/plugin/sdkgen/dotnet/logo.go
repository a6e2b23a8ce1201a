package main

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"net/http"
)

// ownLogo answers the generator's only request, for an icon of the package, with an empty one: nothing is downloaded.
type ownLogo struct{}

func (ownLogo) RoundTrip(request *http.Request) (*http.Response, error) {
	var icon bytes.Buffer
	if err := png.Encode(&icon, image.NewNRGBA(image.Rect(0, 0, 64, 64))); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(&icon), Request: request}, nil
}
